//! Write timeout: slow clients that do not read their response are disconnected.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A slow client must accept at least 16 kB, or everything that is pending, within the timeout. Single bytes do not
/// reset the timer.
const MIN_PROGRESS: usize = 16 * 1024;

/// A stream whose writes fail once the client has accepted too little within the timeout.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    timeout: Duration,
    /// Set while the client is behind.
    behind: Option<SlowClient>,
}

/// A client that is behind.
struct SlowClient {
    /// Fires at the timeout.
    timer: Pin<Box<Sleep>>,
    /// Bytes accepted since the timer started.
    taken: usize,
}

impl<S> WriteTimeout<S> {
    pub(crate) const fn new(stream: S, timeout: Duration) -> Self {
        Self { stream, timeout, behind: None }
    }

    /// Updates the timer after a write attempt.
    fn update_timer(&mut self, context: &mut Context<'_>, tried: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        let timeout = self.timeout;
        match (&tried, &mut self.behind) {
            (Poll::Ready(Ok(taken)), Some(behind)) => {
                behind.taken += taken;
                if behind.taken >= MIN_PROGRESS {
                    self.behind = None;
                }
                tried
            }
            (Poll::Ready(_), _) => tried,
            (Poll::Pending, behind) => {
                let late = || SlowClient { timer: Box::pin(sleep(timeout)), taken: 0 };
                let timer = behind.get_or_insert_with(late).timer.as_mut();
                timer.poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.update_timer(context, tried)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.update_timer(context, tried)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// A completed flush means that the client has caught up.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.behind = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::timeout;

    use super::*;

    /// The size of the pipe's buffer.
    const ON_THE_WAY: usize = 64;
    /// A generous limit for the whole test.
    const LONG: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn a_client_that_reads_single_bytes_is_disconnected() {
        let (near, mut far) = duplex(ON_THE_WAY);
        let mut near = WriteTimeout::new(near, Duration::from_millis(200));
        let trickle = async {
            while far.read_u8().await.is_ok() {
                sleep(Duration::from_millis(5)).await;
            }
        };
        let message = vec![b'x'; 4 * MIN_PROGRESS];
        let writing = async {
            let written = near.write_all(&message).await;
            drop(near);
            written
        };
        let (written, ()) =
            timeout(LONG, async { tokio::join!(writing, trickle) }).await.expect("the write never times out");
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    /// In any number of parts; one byte less is not enough.
    #[tokio::test]
    async fn the_time_begins_anew_when_a_slow_client_has_accepted_16_kilobytes() {
        let mut stream = WriteTimeout::new(tokio::io::empty(), LONG);
        let mut write = |tried| {
            let _ = stream.update_timer(&mut Context::from_waker(Waker::noop()), tried);
            stream.behind.is_some()
        };
        assert!(write(Poll::Pending), "the client accepts nothing");
        assert!(write(Poll::Ready(Ok(8 * 1024))));
        assert!(write(Poll::Ready(Ok(8 * 1024 - 1))));
        assert!(!write(Poll::Ready(Ok(1))));
    }

    #[tokio::test]
    async fn a_client_that_reads_gets_everything_however_long_it_takes() {
        let (near, mut far) = duplex(ON_THE_WAY);
        let mut near = WriteTimeout::new(near, LONG);
        let message = vec![b'x'; 4 * MIN_PROGRESS];
        let mut heard = Vec::new();
        let writing = async {
            let written = near.write_all(&message).await;
            assert!(near.behind.as_ref().is_none_or(|behind| behind.taken < MIN_PROGRESS), "a new time for each part");
            near.flush().await.unwrap();
            assert!(near.behind.is_none(), "everything is written");
            drop(near);
            written
        };
        let (written, read) = tokio::join!(writing, far.read_to_end(&mut heard));
        assert!(written.is_ok() && read.is_ok());
        assert_eq!(heard.len(), message.len());
    }
}
