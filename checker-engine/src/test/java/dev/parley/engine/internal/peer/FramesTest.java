package dev.parley.engine.internal.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Framing;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Where replies end. */
class FramesTest {
  @Test
  void linesAndDelimitersBelongToTheirReplies() {
    ends(Framing.line(), "one\n", "two\n");
    ends(Framing.delimiter("END\r\n"), "VALUE x\r\nEND\r\n", "ENEND\r\n");
  }

  @Test
  void lengthsAreFixedOrComeFirst() {
    ends(Framing.fixed(3), "abc", "def");
    ends(Framing.length(2), "\0\3abc", "\0\0");
  }

  @Test
  void repliesOfRedisNest() {
    ends(Framing.resp(), "+OK\r\n", "$5\r\na\r\nbc\r\n");
    ends(Framing.resp(), "$-1\r\n", "*2\r\n*1\r\n:1\r\n$0\r\n\r\n");
    ends(Framing.resp(), "*-1\r\n", "%1\r\n+a\r\n#t\r\n");
    assertThatThrownBy(() -> new Frames(Framing.resp()).end(bytes("hello\r\n"), 7, false))
        .hasMessageContaining("not in the protocol of Redis");
  }

  @Test
  void responsesOfHttpSayHowLongTheyAre() {
    ends(
        Framing.http(),
        "HTTP/1.1 200 OK\r\ncontent-LENGTH: 2\r\n\r\nhi",
        "HTTP/1.1 204 No Content\r\n\r\n");
    ends(
        Framing.http(),
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\n\r\n",
        "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n");
    byte[] open = bytes("HTTP/1.0 200 OK\r\n\r\nhello");
    Frames frames = new Frames(Framing.http());
    assertThat(frames.end(open, open.length, false)).isEqualTo(Frames.INCOMPLETE);
    assertThat(frames.end(open, open.length, true)).isEqualTo(open.length);
  }

  /** However few bytes come at a time, the first reply ends where the second begins. */
  private static void ends(Framing framing, String first, String second) {
    byte[] bytes = bytes(first + second);
    Frames frames = new Frames(framing);
    for (int count = 0; count <= bytes.length; count++) {
      assertThat(frames.end(bytes, count, false))
          .as("%s of %s", count, first + second)
          .isEqualTo(count < first.length() ? Frames.INCOMPLETE : first.length());
    }
    assertThat(frames.end(bytes(second), second.length(), false)).isEqualTo(second.length());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
