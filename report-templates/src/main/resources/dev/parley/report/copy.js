// Buttons that copy a command or a source. Where the clipboard is closed to pages from files, the
// text is selected and copied the old way.
(function () {
  "use strict";
  function select(element) {
    var range = document.createRange();
    range.selectNodeContents(element);
    var selection = window.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  }

  document.querySelectorAll("[data-copy]").forEach(function (button) {
    var source = document.getElementById(button.getAttribute("data-copy"));
    var said = document.createElement("span");
    said.className = "copied";
    said.setAttribute("role", "status");
    button.after(said);

    function done(copied) {
      said.textContent = copied ? "Copied" : "Selected: press Ctrl+C";
      window.setTimeout(function () {
        said.textContent = "";
      }, 3000);
    }

    function copySelection() {
      select(source);
      done(document.execCommand("copy"));
    }

    button.addEventListener("click", function () {
      if (navigator.clipboard) {
        navigator.clipboard.writeText(source.textContent).then(done.bind(null, true), copySelection);
      } else {
        copySelection();
      }
    });
  });
})();
