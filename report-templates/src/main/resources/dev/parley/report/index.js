// Sorting and filtering of the table of instances. What is chosen stands in the address, so that a
// view can be passed on and survives a reload. Without script the table reads in run order.
(function () {
  "use strict";
  var table = document.getElementById("table");
  if (!table) {
    return;
  }
  var groups = Array.prototype.slice.call(table.tBodies);
  // Where rows stand that are sorted by a column, whatever group they are of.
  var flat = table.appendChild(document.createElement("tbody"));
  flat.className = "flat";
  var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
  var filter = document.getElementById("filter");
  var verdict = document.getElementById("verdict");
  var unexpected = document.getElementById("unexpected");
  var shown = document.getElementById("shown");
  var nothing = document.getElementById("nothing");
  var order = new Intl.Collator("en", { numeric: true });

  // Everything that is compared is read from the page once.
  var all = Array.prototype.slice.call(table.querySelectorAll("tbody tr[data-verdict]"));
  var rows = all.map(function (row, index) {
    return {
      element: row,
      group: row.parentNode,
      index: index,
      text: row.cells[0].textContent.toLowerCase(),
      keys: Array.prototype.map.call(row.cells, function (cell) {
        var number = cell.getAttribute("data-key");
        var text = cell.querySelector("a") || cell;
        return number === null ? text.textContent.trim() : Number(number);
      }),
    };
  });
  var sorted = { column: "", descending: false };

  function sort() {
    var column = heads.findIndex(function (head) {
      return head.getAttribute("data-column") === sorted.column;
    });
    heads.forEach(function (head, index) {
      if (head.hasAttribute("aria-sort")) {
        var direction = sorted.descending ? "descending" : "ascending";
        head.setAttribute("aria-sort", index === column ? direction : "none");
      }
    });
    var sign = sorted.descending ? -1 : 1;
    var placed = rows.slice().sort(function (a, b) {
      if (column < 0) {
        return a.index - b.index;
      }
      var left = a.keys[column];
      var right = b.keys[column];
      var difference = typeof left === "number" ? left - right : order.compare(left, right);
      return sign * difference || a.index - b.index;
    });
    placed.forEach(function (row) {
      (column < 0 ? row.group : flat).append(row.element);
    });
    table.classList.toggle("sorted", column >= 0);
  }

  // A group of which nothing is left has no heading either.
  function hideGroups() {
    groups.forEach(function (group) {
      group.hidden = !Array.prototype.some.call(group.rows, function (row) {
        return row.hasAttribute("data-verdict") && !row.hidden;
      });
    });
  }

  function applyFilter() {
    var words = filter.value.toLowerCase().split(/\s+/);
    var count = 0;
    rows.forEach(function (row) {
      var matches =
        words.every(function (word) {
          return row.text.indexOf(word) >= 0;
        }) &&
        (!verdict.value || row.element.getAttribute("data-verdict") === verdict.value) &&
        (!unexpected.checked || row.element.getAttribute("data-expected") === "false");
      row.element.hidden = !matches;
      count += matches ? 1 : 0;
    });
    hideGroups();
    nothing.hidden = count > 0;
    shown.textContent = count + " of " + rows.length + " shown";
  }

  function toAddress() {
    var view = new URLSearchParams();
    if (filter.value.trim()) {
      view.set("filter", filter.value.trim());
    }
    if (verdict.value) {
      view.set("verdict", verdict.value);
    }
    if (unexpected.checked) {
      view.set("unexpected", "true");
    }
    if (sorted.column) {
      view.set("sort", (sorted.descending ? "-" : "") + sorted.column);
    }
    var hash = view.toString();
    history.replaceState(null, "", hash ? "#" + hash : location.pathname + location.search);
  }

  function fromAddress() {
    var view = new URLSearchParams(location.hash.slice(1));
    filter.value = view.get("filter") || "";
    verdict.value = view.get("verdict") || "";
    if (verdict.selectedIndex < 0) {
      verdict.value = "";
    }
    unexpected.checked = view.get("unexpected") === "true";
    var column = view.get("sort") || "";
    sorted = { column: column.replace(/^-/, ""), descending: column.charAt(0) === "-" };
    sort();
    applyFilter();
  }

  heads.forEach(function (head) {
    var button = head.querySelector("button");
    if (button) {
      button.addEventListener("click", function () {
        var column = head.getAttribute("data-column");
        sorted = {
          column: column,
          descending: sorted.column === column && !sorted.descending,
        };
        sort();
        hideGroups();
        toAddress();
      });
    }
  });

  function filterAnew() {
    applyFilter();
    toAddress();
  }

  filter.addEventListener("input", filterAnew);
  verdict.addEventListener("change", filterAnew);
  unexpected.addEventListener("change", filterAnew);
  filter.form.addEventListener("submit", function (event) {
    event.preventDefault();
  });
  window.addEventListener("hashchange", fromAddress);
  fromAddress();
})();
