//! Request timeout: a client that does not finish the head of its request in time gets status 408. The HTTP library
//! alone would only close the connection.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::error::ApiError;

/// Whether a connection's request timed out.
#[derive(Clone, Default)]
pub(crate) struct TimedOut(Arc<AtomicBool>);

impl TimedOut {
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A stream that sends 408 when it is dropped after a timeout.
pub(crate) struct RequestTimeout<S: AsyncWrite + Unpin> {
    stream: S,
    timed_out: TimedOut,
    /// Whether the client sent bytes since the last response. An idle connection is closed without a response.
    has_sent: bool,
}

impl<S: AsyncWrite + Unpin> RequestTimeout<S> {
    pub(crate) fn new(stream: S, timed_out: TimedOut) -> Self {
        Self { stream, timed_out, has_sent: false }
    }
}

impl<S: AsyncWrite + Unpin> Drop for RequestTimeout<S> {
    fn drop(&mut self) {
        if self.has_sent && self.timed_out.0.load(Ordering::Relaxed) {
            let answer = ApiError::timed_out("timeout: the head of the request arrived too slowly").as_bare_http();
            // Only one write attempt: a slow client must not delay the server.
            let _ = Pin::new(&mut self.stream).poll_write(&mut Context::from_waker(Waker::noop()), answer.as_bytes());
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for RequestTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.has_sent |= buffer.filled().len() > before;
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for RequestTimeout<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.has_sent = false;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.has_sent = false;
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
