package example;

final class NotAProtocol {
  private NotAProtocol() {}
}
