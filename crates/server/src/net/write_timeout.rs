//! Write timeout: slow clients that do not take their answer are disconnected.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// Whoever is behind takes at least so many bytes, or all there are, in the time it has: one byte now and then is not reading.
const LEAST: usize = 16 * 1024;

/// A stream on which nothing can be written any more once the other end has taken too little for so long.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    patience: Duration,
    /// There is none while the other end takes whatever is written.
    behind: Option<Behind>,
}

/// What the other end still has to do.
struct Behind {
    /// Rings when it has had its time.
    alarm: Pin<Box<Sleep>>,
    /// The bytes that it has taken since then.
    taken: usize,
}

impl<S> WriteTimeout<S> {
    pub(crate) const fn new(stream: S, patience: Duration) -> Self {
        Self { stream, patience, behind: None }
    }

    /// What became of an attempt to write.
    fn judge(&mut self, context: &mut Context<'_>, tried: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        let patience = self.patience;
        match (&tried, &mut self.behind) {
            (Poll::Ready(Ok(taken)), Some(behind)) => {
                behind.taken += taken;
                if behind.taken >= LEAST {
                    self.behind = None;
                }
                tried
            }
            (Poll::Ready(_), _) => tried,
            (Poll::Pending, behind) => {
                let late = || Behind { alarm: Box::pin(sleep(patience)), taken: 0 };
                let alarm = behind.get_or_insert_with(late).alarm.as_mut();
                alarm.poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
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
        self.judge(context, tried)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.judge(context, tried)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Whoever flushes has written everything: the other end has caught up.
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
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::timeout;

    use super::*;

    /// As much as waits on the way.
    const ON_THE_WAY: usize = 64;
    /// Nothing here takes this long.
    const LONG: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn who_takes_a_byte_now_and_then_is_cut_off() {
        let (near, mut far) = duplex(ON_THE_WAY);
        let mut near = WriteTimeout::new(near, Duration::from_millis(200));
        let trickle = async {
            while far.read_u8().await.is_ok() {
                sleep(Duration::from_millis(5)).await;
            }
        };
        let message = vec![b'x'; 4 * LEAST];
        let writing = async {
            let written = near.write_all(&message).await;
            drop(near);
            written
        };
        let (written, ()) = timeout(LONG, async { tokio::join!(writing, trickle) }).await.expect("it goes on for ever");
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn who_reads_gets_everything_however_long_it_takes() {
        let (near, mut far) = duplex(ON_THE_WAY);
        let mut near = WriteTimeout::new(near, LONG);
        let message = vec![b'x'; 4 * LEAST];
        let mut heard = Vec::new();
        let writing = async {
            let written = near.write_all(&message).await;
            assert!(near.behind.as_ref().is_none_or(|behind| behind.taken < LEAST), "a new time for each part");
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
