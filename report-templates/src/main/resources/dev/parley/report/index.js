// Sorting and filtering of the table of instances. Without it the table reads in run order.
(function () {
  "use strict";
  var table = document.getElementById("table");
  if (!table) {
    return;
  }
  var body = table.tBodies[0];
  var rows = Array.prototype.slice.call(body.rows);
  var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);

  function key(row, column) {
    var cell = row.cells[column];
    var number = cell.getAttribute("data-key");
    return number === null ? cell.textContent.trim() : Number(number);
  }

  function compare(a, b) {
    return typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });
  }

  heads.forEach(function (head, column) {
    head.querySelector("button").addEventListener("click", function () {
      var sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      heads.forEach(function (other) {
        other.setAttribute("aria-sort", "none");
      });
      head.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
      rows
        .slice()
        .sort(function (a, b) {
          return sign * compare(key(a, column), key(b, column)) || rows.indexOf(a) - rows.indexOf(b);
        })
        .forEach(function (row) {
          body.appendChild(row);
        });
    });
  });

  var filter = document.getElementById("filter");
  var shown = document.getElementById("shown");
  var nothing = document.getElementById("nothing");

  function applyFilter() {
    var words = filter.value.toLowerCase().split(/\s+/);
    var count = 0;
    rows.forEach(function (row) {
      var text = "";
      for (var i = 0; i < 5; i++) {
        text += row.cells[i].textContent.toLowerCase() + " ";
      }
      var matches = words.every(function (word) {
        return text.indexOf(word) >= 0;
      });
      row.hidden = !matches;
      count += matches ? 1 : 0;
    });
    nothing.hidden = count > 0;
    shown.textContent = filter.value.trim() ? count + " of " + rows.length : "";
  }

  filter.addEventListener("input", applyFilter);
  // A browser may restore what was typed before the page was left.
  applyFilter();
})();
