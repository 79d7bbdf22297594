// Walking a trace: the chosen step is marked in list and chart, and the nodes' states are shown as
// they were after it. Without it the list still says what every step changed.
(function () {
  "use strict";
  var data = document.getElementById("trace-data");
  if (!data) {
    return;
  }
  var trace = JSON.parse(data.textContent);
  var links = Array.prototype.slice.call(document.querySelectorAll(".pick"));
  var last = links.length - 1;
  var list = document.querySelector(".steps");
  var scroller = document.querySelector(".chart");
  var chart = document.getElementById("chart");
  var band = document.getElementById("band");
  var boxes = Array.prototype.slice.call(chart.querySelectorAll(".box"));
  var messages = Array.prototype.slice.call(chart.querySelectorAll(".message, .caption"));
  var moment = document.getElementById("moment");
  var tables = Array.prototype.slice.call(document.querySelectorAll(".node"));
  var calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  var current = -1;

  // Nothing is remembered per state: folding five hundred steps takes less than a millisecond.
  function statesAfter(step) {
    var states = trace.nodes.map(function (node) {
      return node.fields.map(function (field) {
        return field[1];
      });
    });
    trace.steps.slice(0, step).forEach(function (taken) {
      taken[1].forEach(function (change) {
        states[taken[0]][change[0]] = change[1];
      });
    });
    return states;
  }

  function element(name, className, text) {
    var made = document.createElement(name);
    if (className) {
      made.className = className;
    }
    made.textContent = text;
    return made;
  }

  function fieldRow(field, value, before) {
    var row = document.createElement("tr");
    var name = element("th", "", field[0]);
    name.scope = "row";
    if (field[2]) {
      name.append(" ", element("span", "note", "auxiliary"));
    }
    var cell = document.createElement("td");
    if (before === value) {
      cell.textContent = value;
    } else {
      row.className = "changed";
      var arrow = element("span", "", "→");
      arrow.setAttribute("aria-hidden", "true");
      cell.append(element("del", "", before), " ", arrow, " ", element("ins", "", value), " ");
      cell.append(element("span", "mark", "changed"));
    }
    row.append(name, cell);
    return row;
  }

  function showStates(step) {
    var before = statesAfter(Math.max(0, step - 1));
    var after = statesAfter(step);
    var actor = step > 0 ? trace.steps[step - 1][0] : -1;
    trace.nodes.forEach(function (node, place) {
      var table = tables[place];
      table.classList.toggle("acted", place === actor);
      var rows = node.fields.map(function (field, i) {
        return fieldRow(field, after[place][i], before[place][i]);
      });
      table.tBodies[0].replaceChildren.apply(table.tBodies[0], rows);
    });
    moment.textContent = step === 0 ? "Initial state" : "State after step " + step + " of " + last;
  }

  function markChart(step) {
    boxes.forEach(function (box) {
      box.classList.toggle("active", Number(box.getAttribute("data-step")) === step);
    });
    messages.forEach(function (message) {
      var touches =
        step > 0 &&
        (Number(message.getAttribute("data-sent")) === step ||
          Number(message.getAttribute("data-consumed")) === step);
      message.classList.toggle("active", touches);
    });
    var rect = step > 0 ? boxes[step - 1].querySelector("rect") : null;
    band.setAttribute("y", rect ? rect.getAttribute("y") - 6 : 0);
    band.setAttribute("height", rect ? Number(rect.getAttribute("height")) + 12 : 0);
  }

  // Only the boxes of list and chart are scrolled, never the page under the reader.
  function reveal(box, top, height) {
    if (top < box.scrollTop + 60 || top + height > box.scrollTop + box.clientHeight - 20) {
      var goal = top - (box.clientHeight - height) / 2;
      var far = Math.abs(goal - box.scrollTop) > box.clientHeight;
      box.scrollTo({ top: goal, behavior: calm || far ? "auto" : "smooth" });
    }
  }

  function revealSideways(rect) {
    var x = Number(rect.getAttribute("x"));
    var right = x + Number(rect.getAttribute("width"));
    if (x < scroller.scrollLeft || right > scroller.scrollLeft + scroller.clientWidth) {
      scroller.scrollLeft = x - scroller.clientWidth / 2;
    }
  }

  function revealStep(step) {
    var item = links[step].parentNode;
    if (step === last) {
      // What is wrong is said below the last step.
      list.scrollTop = list.scrollHeight;
      scroller.scrollTop = scroller.scrollHeight;
    } else {
      reveal(list, item.offsetTop, item.offsetHeight);
    }
    if (step === 0) {
      reveal(scroller, 0, 44);
      return;
    }
    var rect = boxes[step - 1].querySelector("rect");
    if (step < last) {
      reveal(scroller, Number(rect.getAttribute("y")) + 44, Number(rect.getAttribute("height")));
    }
    revealSideways(rect);
  }

  function choose(step) {
    if (step < 0 || step > last || step === current) {
      return;
    }
    if (current >= 0) {
      links[current].removeAttribute("aria-current");
      links[current].tabIndex = -1;
    }
    links[step].setAttribute("aria-current", "step");
    links[step].tabIndex = 0;
    current = step;
    markChart(step);
    showStates(step);
    document.querySelector("[data-go=first]").disabled = step === 0;
    document.querySelector("[data-go=previous]").disabled = step === 0;
    document.querySelector("[data-go=next]").disabled = step === last;
    document.querySelector("[data-go=last]").disabled = step === last;
    revealStep(step);
  }

  function target(name) {
    return { first: 0, previous: current - 1, next: current + 1, last: last }[name];
  }

  links.forEach(function (link, index) {
    link.addEventListener("click", function (event) {
      event.preventDefault();
      history.replaceState(null, "", link.getAttribute("href"));
      choose(index);
    });
  });

  document.querySelector(".bench").addEventListener("keydown", function (event) {
    var names = {
      ArrowUp: "previous",
      ArrowLeft: "previous",
      ArrowDown: "next",
      ArrowRight: "next",
      Home: "first",
      End: "last",
    };
    if (!names[event.key] || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    event.preventDefault();
    choose(target(names[event.key]));
    // The focus moves along in the list; elsewhere it stays where the reader put it.
    if (list.contains(document.activeElement)) {
      links[current].focus({ preventScroll: true });
    }
  });

  document.querySelectorAll("[data-go]").forEach(function (button) {
    button.addEventListener("click", function () {
      choose(target(button.getAttribute("data-go")));
    });
  });

  boxes.forEach(function (box, index) {
    box.addEventListener("click", function () {
      choose(index + 1);
    });
  });

  function fromAddress() {
    var match = /^#step-(\d+)$/.exec(location.hash);
    return match ? Math.min(Number(match[1]), last) : null;
  }

  window.addEventListener("hashchange", function () {
    var step = fromAddress();
    if (step !== null) {
      choose(step);
    }
  });

  // One stop for the Tab key, at the chosen step; the arrow keys do the rest.
  links.forEach(function (link) {
    link.tabIndex = -1;
  });
  var wanted = fromAddress();
  choose(wanted === null ? last : wanted);
})();
