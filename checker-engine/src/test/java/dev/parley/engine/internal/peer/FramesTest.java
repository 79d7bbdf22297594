package dev.parley.engine.internal.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Framing;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void attributesOfRedisBelongToTheReplyThatFollows() {
    ends(Framing.resp(), "|1\r\n+ttl\r\n:3600\r\n*2\r\n:1\r\n:2\r\n", "+OK\r\n");
    ends(Framing.resp(), "*2\r\n|1\r\n+a\r\n+b\r\n:1\r\n:2\r\n", "=5\r\ntxt:a\r\n");
  }

  @Test
  void anInformationalResponseBelongsToTheFinalOne() {
    ends(
        Framing.http(),
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n");
  }

  @Test
  void theLastCodingOfATransferSaysWhereItEnds() {
    ends(
        Framing.http(),
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\nContent-Length: 900\r\n\r\n"
            + "3\r\nabc\r\n0\r\nTrailer: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  }

  @Test
  void aResponseToHeadHasNoBody() {
    byte[] head = bytes("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n");
    Frames frames = new Frames(Framing.http());
    assertThat(frames.end(head, head.length, false)).isEqualTo(Frames.INCOMPLETE);
    assertThat(frames.endOfHead(head, head.length)).isEqualTo(head.length);
  }

  /** Neither a wrong end, nor an endless search for it, nor a failure that does not say why. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "$9223372036854775807\r\nab\r\n",
        "$-7\r\n+OK\r\n",
        "*-7\r\n+OK\r\n",
        "%-2\r\n+OK\r\n",
        "*9223372036854775807\r\n+OK\r\n",
        "%9223372036854775807\r\n+OK\r\n",
        "$12x\r\nab\r\n",
      })
  void lengthsOfRedisThatMakeNoSenseAreNoReplies(String wrong) {
    requireNoReply(Framing.resp(), wrong);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: -9\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 3\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nabc\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\nabc\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n",
        "hello\r\n\r\n",
      })
  @Timeout(20)
  void lengthsOfHttpThatMakeNoSenseAreNoReplies(String wrong) {
    requireNoReply(Framing.http(), wrong);
  }

  private static void requireNoReply(Framing framing, String wrong) {
    byte[] bytes = bytes(wrong);
    try {
      assertThat(new Frames(framing).end(bytes, bytes.length, false)).isEqualTo(Frames.INCOMPLETE);
    } catch (PeerException e) {
      assertThat(e).hasMessageContaining("a re");
    }
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
