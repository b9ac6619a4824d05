//! A WebSocket that holds almost no memory while it is idle: a small read buffer, and no write buffer.
//!
//! The library reads: it parses and checks frames, and answers pings and close frames. Messages are written here, because
//! the library's write buffer keeps the size of the largest message for as long as the connection lasts.

use std::future::poll_fn;
use std::io::{self, Read, Write};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig, WebSocketContext};
use tungstenite::{Bytes, Error, Message, Utf8Bytes};

/// The read buffer, kept as long as the connection. Usual messages of a player are shorter; it grows for a longer one.
const READ_BUFFER: usize = 256;

/// A WebSocket of a client, after the handshake.
pub(crate) struct Socket<S> {
    stream: S,
    protocol: WebSocketContext,
    /// What the client has not accepted yet. Freed when everything is sent.
    unsent: Vec<u8>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Socket<S> {
    /// A socket that fails with [`Error::Capacity`] for messages over this number of bytes.
    pub(crate) fn new(stream: S, longest: usize) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(longest))
            .max_frame_size(Some(longest));
        Self { stream, protocol: WebSocketContext::new(Role::Server, Some(config)), unsent: Vec::new() }
    }

    /// The next message. It may be cancelled: nothing that was read is lost.
    pub(crate) async fn next(&mut self) -> Result<Message, Error> {
        poll_fn(|context| self.poll_next(context)).await
    }

    /// A client must read the answers to its pings before the server reads more from it.
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Result<Message, Error>> {
        if !self.unsent.is_empty() {
            ready!(self.poll_send(context))?;
        }
        match self.read(context) {
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {
                if !self.unsent.is_empty()
                    && let Poll::Ready(Err(error)) = self.poll_send(context)
                {
                    return Poll::Ready(Err(error.into()));
                }
                Poll::Pending
            }
            read => Poll::Ready(read),
        }
    }

    fn read(&mut self, context: &mut Context<'_>) -> Result<Message, Error> {
        let Self { stream, protocol, unsent } = self;
        protocol.read(&mut NonBlocking { stream, context, unsent })
    }

    /// Queues a text message.
    pub(crate) fn queue(&mut self, text: Utf8Bytes) {
        self.queue_frame(Frame::message(text, OpCode::Data(Data::Text), true));
    }

    /// Queues a ping.
    pub(crate) fn queue_ping(&mut self) {
        self.queue_frame(Frame::ping(Bytes::new()));
    }

    /// Queues the close frame. Nothing may follow it.
    pub(crate) fn queue_close(&mut self, frame: CloseFrame) {
        self.queue_frame(Frame::close(Some(frame)));
    }

    /// Queues the answer to the client's close frame.
    pub(crate) async fn queue_close_answer(&mut self) {
        poll_fn(|context| {
            let Self { stream, protocol, unsent } = self;
            // The result is always an error: the connection is closed.
            let _ = protocol.flush(&mut NonBlocking { stream, context, unsent });
            Poll::Ready(())
        })
        .await;
    }

    fn queue_frame(&mut self, frame: Frame) {
        self.unsent.reserve(frame.len());
        // Writing to a vector cannot fail.
        let _ = frame.format(&mut self.unsent);
    }

    /// Sends everything that is queued. A client that is sent a part of a frame must get the rest first, so the connection is
    /// unusable if this is cancelled and never called again.
    pub(crate) async fn send(&mut self) -> io::Result<()> {
        poll_fn(|context| self.poll_send(context)).await
    }

    fn poll_send(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut sent = 0;
        while sent < self.unsent.len() {
            match Pin::new(&mut self.stream).poll_write(context, &self.unsent[sent..]) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                Poll::Ready(Ok(accepted)) => sent += accepted,
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {
                    self.unsent.drain(..sent);
                    return Poll::Pending;
                }
            }
        }
        self.unsent = Vec::new();
        Pin::new(&mut self.stream).poll_flush(context)
    }
}

/// The stream as the library sees it: reading never blocks, and what it writes waits in the queue.
struct NonBlocking<'a, 'c, S> {
    stream: &'a mut S,
    context: &'a mut Context<'c>,
    unsent: &'a mut Vec<u8>,
}

impl<S: AsyncRead + Unpin> Read for NonBlocking<'_, '_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut buffer = ReadBuf::new(buffer);
        match Pin::new(&mut *self.stream).poll_read(self.context, &mut buffer) {
            Poll::Ready(read) => read.map(|()| buffer.filled().len()),
            Poll::Pending => Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}

impl<S> Write for NonBlocking<'_, '_, S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unsent.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    /// A masked frame of a client, with an all-zero mask.
    fn frame(opcode: u8, payload: &[u8]) -> Vec<u8> {
        let length = u8::try_from(payload.len()).expect("a short payload");
        assert!(length < 126, "a short payload");
        [&[0x80 | opcode, 0x80 | length, 0, 0, 0, 0], payload].concat()
    }

    fn pair(on_the_way: usize) -> (Socket<DuplexStream>, DuplexStream) {
        let (near, far) = duplex(on_the_way);
        (Socket::new(near, 1_000), far)
    }

    #[tokio::test]
    async fn a_message_that_comes_in_pieces_is_read_once_although_reading_is_cancelled_between_them() {
        let (mut socket, mut far) = pair(4_096);
        for byte in frame(1, b"hello") {
            assert!(futures_util::FutureExt::now_or_never(socket.next()).is_none());
            far.write_all(&[byte]).await.unwrap();
        }
        assert_eq!(socket.next().await.unwrap(), Message::text("hello"));
    }

    #[tokio::test]
    async fn a_ping_is_answered_although_nothing_else_is_sent() {
        let (mut socket, mut far) = pair(4_096);
        far.write_all(&frame(9, b"abc")).await.unwrap();
        assert_eq!(socket.next().await.unwrap(), Message::Ping("abc".into()));
        assert!(futures_util::FutureExt::now_or_never(socket.next()).is_none());
        let mut answer = [0; 5];
        far.read_exact(&mut answer).await.unwrap();
        assert_eq!(answer, [0x8a, 3, b'a', b'b', b'c']);
    }

    /// Otherwise such a client would fill the server's memory.
    #[tokio::test]
    async fn a_client_that_does_not_read_the_answers_to_its_pings_is_not_read() {
        let (mut socket, mut far) = pair(256);
        let flood = async {
            loop {
                far.write_all(&frame(9, &[b'x'; 100])).await.unwrap();
            }
        };
        let reading = async {
            loop {
                let _ = socket.next().await.unwrap();
            }
        };
        let both = async { tokio::join!(flood, reading) };
        assert!(futures_util::FutureExt::now_or_never(both).is_none());
        assert!(socket.unsent.len() <= 2 * 102, "{}", socket.unsent.len());
    }

    #[tokio::test]
    async fn frames_keep_their_order_while_the_client_is_slow_and_no_buffer_remains() {
        let (mut socket, mut far) = pair(16);
        let long = "x".repeat(70_000);
        for text in ["a", long.as_str(), "b"] {
            socket.queue(text.into());
        }
        socket.queue_ping();
        socket.queue_close(CloseFrame { code: 1001.into(), reason: "end".into() });
        let mut heard = Vec::new();
        let sending = async {
            socket.send().await.unwrap();
            assert_eq!(socket.unsent.capacity(), 0);
            drop(socket);
        };
        let ((), _) = tokio::join!(sending, far.read_to_end(&mut heard));
        let begins = [&[0x81, 1, b'a', 0x81, 127][..], &70_000_u64.to_be_bytes()].concat();
        let tail = [0x81, 1, b'b', 0x89, 0, 0x88, 5, 3, 0xe9, b'e', b'n', b'd'];
        assert_eq!(heard, [&begins, long.as_bytes(), &tail].concat());
    }

    #[tokio::test]
    async fn a_close_frame_is_answered_and_ends_the_stream() {
        let (mut socket, mut far) = pair(4_096);
        far.write_all(&frame(8, &1000_u16.to_be_bytes())).await.unwrap();
        assert!(matches!(socket.next().await, Ok(Message::Close(Some(_)))));
        socket.queue_close_answer().await;
        socket.send().await.unwrap();
        let mut answer = [0; 4];
        far.read_exact(&mut answer).await.unwrap();
        assert_eq!(answer, [0x88, 2, 3, 0xe8]);
        assert!(socket.next().await.is_err());
    }

    #[tokio::test]
    async fn unmasked_and_oversized_frames_are_errors() {
        let (mut socket, mut far) = pair(4_096);
        far.write_all(&[0x81, 1, b'a']).await.unwrap();
        assert!(matches!(socket.next().await, Err(Error::Protocol(_))));
        let (mut socket, mut far) = pair(4_096);
        far.write_all(&[0x81, 0x80 | 0x7e, 0x03, 0xe9]).await.unwrap();
        far.write_all(&[0; 4]).await.unwrap();
        assert!(matches!(socket.next().await, Err(Error::Capacity(_))));
    }
}
