//! Request timeouts: a client that does not finish the head of its request in time is told so with status 408. The HTTP library
//! alone would only hang up.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::error::ApiError;

/// Whether a connection's time was up.
#[derive(Clone, Default)]
pub(crate) struct Late(Arc<AtomicBool>);

impl Late {
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A stream whose client hears, when the stream is dropped, that its time was up.
pub(crate) struct Timed<S: AsyncWrite + Unpin> {
    stream: S,
    late: Late,
    /// Whether the client has sent something since it was answered. A connection that is only idle is closed without a word.
    asking: bool,
}

impl<S: AsyncWrite + Unpin> Timed<S> {
    pub(crate) fn new(stream: S, late: Late) -> Self {
        Self { stream, late, asking: false }
    }
}

impl<S: AsyncWrite + Unpin> Drop for Timed<S> {
    fn drop(&mut self) {
        if self.asking && self.late.0.load(Ordering::Relaxed) {
            let answer = ApiError::timed_out("the head of the request came too slowly").as_bare_http();
            // Nobody waits for a client that is slow: the answer goes at once or not at all.
            let _ = Pin::new(&mut self.stream).poll_write(&mut Context::from_waker(Waker::noop()), answer.as_bytes());
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Timed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.asking |= buffer.filled().len() > before;
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Timed<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.asking = false;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.asking = false;
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
