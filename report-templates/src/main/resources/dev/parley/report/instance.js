// Walking a trace: the chosen step is marked in list and chart, and the nodes' states are shown as
// they were after it. Without it the list still says what every step changed.
(function () {
  "use strict";
  var data = document.getElementById("trace-data");
  if (!data) {
    return;
  }
  function all(selector, within) {
    return Array.prototype.slice.call((within || document).querySelectorAll(selector));
  }
  function byId(id) {
    return document.getElementById(id);
  }

  var trace = JSON.parse(data.textContent);
  var bench = document.querySelector(".bench");
  var items = all("#steps > li");
  var links = all(".pick");
  var last = links.length - 1;
  var list = document.querySelector(".steps");
  var moment = byId("moment");
  var tables = all("#nodes > .node");
  var only = byId("only-relevant");
  var current = -1;

  // One chart of all steps, and maybe one of those that the violation depends on.
  var charts = all(".stage .chart").map(function (scroller) {
    var body = scroller.querySelector(".chart-body");
    var boxes = {};
    all(".box", body).forEach(function (box) {
      boxes[box.getAttribute("data-step")] = box;
    });
    return {
      scroller: scroller,
      head: scroller.querySelector(".chart-head"),
      body: body,
      band: body.querySelector(".band"),
      width: Number(body.getAttribute("width")),
      height: Number(body.getAttribute("height")),
      boxes: boxes,
      marked: [],
      scale: 1,
    };
  });
  var zoom = 0;

  function chart() {
    return charts[only && only.checked ? 1 : 0];
  }

  function element(name, className, text) {
    var made = document.createElement(name);
    if (className) {
      made.className = className;
    }
    made.textContent = text;
    return made;
  }

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

  // What a step changed in a field is in the list already, element by element.
  function difference(step, field) {
    return all(".change-of", items[step])
      .filter(function (change) {
        return change.getAttribute("data-field") === field;
      })
      .map(function (change) {
        return change.querySelector(".diff").cloneNode(true);
      })[0];
  }

  function fieldRow(field, value, before, step) {
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
      cell.append(difference(step, field[0]) || element("ins", "", value), " ");
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
      var box = tables[place];
      box.classList.toggle("acted", place === actor);
      var rows = [[], []];
      node.fields.forEach(function (field, i) {
        rows[field[2] ? 1 : 0].push(fieldRow(field, after[place][i], before[place][i], step));
      });
      all("tbody", box).forEach(function (body, i) {
        body.replaceChildren.apply(body, rows[i]);
      });
    });
    moment.textContent = step === 0 ? "Initial state" : "State after step " + step + " of " + last;
    return actor;
  }

  function pendingAfter(step) {
    var pending = {};
    trace.pending.slice(0, step + 1).forEach(function (change) {
      change[0].forEach(function (number) {
        pending[number] = true;
      });
      change[1].forEach(function (number) {
        delete pending[number];
      });
    });
    return Object.keys(pending).map(Number);
  }

  var sent = {};
  all("#steps [data-message]").forEach(function (message) {
    sent[message.getAttribute("data-message")] = message;
  });

  // Messages on their way after a step, those first that can be taken now.
  function showFlight(step) {
    var flight = byId("flight");
    if (!trace.pending) {
      return;
    }
    var takers = {};
    if (step < last) {
      all("[data-takes]", items[step + 1]).forEach(function (option) {
        option.getAttribute("data-takes").split(" ").forEach(function (number) {
          takers[number] = true;
        });
      });
    }
    var numbers = pendingAfter(step).sort(function (a, b) {
      return (takers[b] ? 1 : 0) - (takers[a] ? 1 : 0) || a - b;
    });
    var rows = numbers.slice(0, 60).map(function (number) {
      var row = sent[number] ? sent[number].cloneNode(true) : element("li", "", "#" + number);
      row.removeAttribute("data-message");
      if (step < last) {
        var mark = takers[number] ? "can be taken now" : "cannot be taken yet";
        row.append(" ", element("span", takers[number] ? "mark" : "note", mark));
      }
      return row;
    });
    if (numbers.length > 60) {
      rows.push(element("li", "note", "and " + (numbers.length - 60) + " more"));
    }
    if (!rows.length) {
      rows.push(element("li", "note", "No message is pending."));
    }
    flight.replaceChildren.apply(flight, rows);
    flight.parentNode.hidden = false;
  }

  // Where nothing but the next step can happen, the list does not tell it twice.
  function onlyOption(item) {
    var option = element("li", "taken", "");
    item.querySelector(".what").childNodes.forEach(function (part) {
      option.append(part.cloneNode(true));
    });
    option.append(" ", element("span", "mark", "taken"));
    return option;
  }

  function showOptions(step) {
    var section = byId("options").parentNode;
    var found = step < last ? all(".options > li", items[step + 1]) : [];
    var shown = found.map(function (option) {
      return option.cloneNode(true);
    });
    if (step < last && items[step + 1].querySelector(".alone")) {
      shown.push(onlyOption(items[step + 1]));
    }
    section.hidden = !shown.length;
    byId("options").replaceChildren.apply(byId("options"), shown);
  }

  function showTruths(step) {
    all(".truths [data-spans]").forEach(function (row) {
      var spans = row.getAttribute("data-spans").split(" ");
      var value = "";
      for (var i = 0; i < spans.length && Number(spans[i]) <= step; i += 2) {
        value = spans[i + 1];
      }
      row.setAttribute("data-now", value);
      var now = row.querySelector(".now") || row.cells[0].appendChild(element("span", "now", ""));
      now.className = "now " + value;
      now.textContent = value === "unknown" ? "?" : value;
    });
  }

  function showCode(step) {
    var code = byId("snippet");
    var number = items[step].getAttribute("data-snippet");
    code.parentNode.hidden = !number;
    if (number) {
      var copy = byId("code-" + number).cloneNode(true);
      copy.removeAttribute("id");
      code.replaceChildren(copy);
    } else {
      code.replaceChildren();
    }
  }

  function markChart(of, step) {
    of.marked.forEach(function (element) {
      element.classList.remove("active");
    });
    of.marked = [];
    if (step > 0) {
      of.marked = all(
        '.box[data-step="' + step + '"], [data-sent="' + step + '"], [data-consumed="' + step + '"]',
        of.body
      );
      of.marked.forEach(function (element) {
        element.classList.add("active");
      });
    }
    var rect = of.boxes[step] ? of.boxes[step].querySelector("rect") : null;
    of.band.setAttribute("y", rect ? rect.getAttribute("y") - 6 : 0);
    of.band.setAttribute("height", rect ? Number(rect.getAttribute("height")) + 12 : 0);
  }

  // Only the boxes of list, chart and states are scrolled, never the page under the reader.
  function reveal(box, top, height, margin) {
    if (top < box.scrollTop + margin || top + height > box.scrollTop + box.clientHeight - 20) {
      // At once: whoever holds a key down must not run ahead of the picture.
      box.scrollTop = Math.min(top - margin, top - (box.clientHeight - height) / 2);
    }
  }

  function revealInChart(step) {
    var shown = chart();
    var box = shown.boxes[step];
    if (step === last) {
      shown.scroller.scrollTop = shown.scroller.scrollHeight;
    } else if (!box) {
      reveal(shown.scroller, 0, 44, 0);
    }
    if (!box) {
      return;
    }
    var rect = box.querySelector("rect");
    var at = ["x", "y", "width", "height"].map(function (name) {
      return Number(rect.getAttribute(name)) * shown.scale;
    });
    var head = 44 * shown.scale;
    if (step < last) {
      reveal(shown.scroller, at[1] + head, at[3], head + 16);
    }
    var left = shown.scroller.scrollLeft;
    if (at[0] < left || at[0] + at[2] > left + shown.scroller.clientWidth) {
      shown.scroller.scrollLeft = at[0] + at[2] / 2 - shown.scroller.clientWidth / 2;
    }
  }

  function revealStep(step, actor) {
    var item = items[step];
    if (step === last) {
      // What is wrong is said below the last step.
      list.scrollTop = list.scrollHeight;
    } else {
      reveal(list, item.offsetTop, item.offsetHeight, 8);
    }
    revealInChart(step);
    var states = document.querySelector(".states");
    if (actor >= 0) {
      var node = tables[actor];
      reveal(states, node.offsetTop, Math.min(node.offsetHeight, states.clientHeight - 80), 52);
    }
  }

  function choose(step) {
    if (step < 0 || step > last || step === current) {
      return;
    }
    if (current >= 0) {
      links[current].removeAttribute("aria-current");
      links[current].tabIndex = -1;
      items[current].classList.remove("chosen");
    }
    links[step].setAttribute("aria-current", "step");
    links[step].tabIndex = 0;
    items[step].classList.add("chosen");
    current = step;
    history.replaceState(null, "", "#step-" + step);
    charts.forEach(function (each) {
      markChart(each, step);
    });
    var actor = showStates(step);
    showFlight(step);
    showOptions(step);
    showTruths(step);
    showCode(step);
    document.querySelector("[data-go=first]").disabled = step === 0;
    document.querySelector("[data-go=previous]").disabled = step === 0;
    document.querySelector("[data-go=next]").disabled = step === last;
    document.querySelector("[data-go=last]").disabled = step === last;
    revealStep(step, actor);
  }

  function isShown(step) {
    return !(only && only.checked) || !items[step].classList.contains("aside");
  }

  function target(name) {
    if (name === "first" || name === "last") {
      return name === "first" ? 0 : last;
    }
    var direction = name === "next" ? 1 : -1;
    var step = current + direction;
    while (step > 0 && step < last && !isShown(step)) {
      step += direction;
    }
    return step;
  }

  function chooseAnd(event, step) {
    event.preventDefault();
    choose(step);
  }

  all("a[data-step]").forEach(function (link) {
    link.addEventListener("click", function (event) {
      chooseAnd(event, Number(link.getAttribute("data-step")));
    });
  });

  // The keys work wherever the reader is, as long as the counterexample is in view.
  function isInView() {
    var place = bench.getBoundingClientRect();
    return place.top < window.innerHeight - 80 && place.bottom > 80;
  }

  function isTyping(element) {
    return /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) && element.type !== "checkbox";
  }

  document.addEventListener("keydown", function (event) {
    var names = {
      ArrowUp: "previous",
      ArrowLeft: "previous",
      k: "previous",
      ArrowDown: "next",
      ArrowRight: "next",
      j: "next",
      Home: "first",
      End: "last",
    };
    var name = names[event.key];
    if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    if (isTyping(event.target) || !isInView()) {
      return;
    }
    // Code and texts that are scrolled sideways keep their keys.
    if (event.target.closest && event.target.closest("pre")) {
      return;
    }
    chooseAnd(event, target(name));
    // The focus moves along in the list; elsewhere it stays where the reader put it.
    if (list.contains(document.activeElement) && document.activeElement.className === "pick") {
      links[current].focus({ preventScroll: true });
    }
  });

  all("[data-go]").forEach(function (button) {
    button.addEventListener("click", function () {
      choose(target(button.getAttribute("data-go")));
    });
  });

  charts.forEach(function (each) {
    Object.keys(each.boxes).forEach(function (step) {
      each.boxes[step].addEventListener("click", function () {
        choose(Number(step));
      });
    });
  });

  // Zero is the size that fits: smaller than drawn if that is readable, never larger.
  function applyZoom() {
    charts.forEach(function (each) {
      var room = each.scroller.clientWidth;
      if (room) {
        var fit = Math.min(1, Math.max(0.7, room / each.width));
        each.scale = fit * Math.pow(1.25, zoom);
        [each.head, each.body].forEach(function (svg) {
          var height = svg === each.head ? 44 : each.height;
          svg.style.width = Math.max(each.width * each.scale, room) + "px";
          svg.style.height = height * each.scale + "px";
          svg.setAttribute(
            "viewBox",
            "0 0 " + Math.max(each.width, room / each.scale) + " " + height
          );
        });
      }
    });
  }

  all("[data-zoom]").forEach(function (button) {
    button.addEventListener("click", function () {
      var change = { in: 1, out: -1, fit: -zoom }[button.getAttribute("data-zoom")];
      zoom = Math.max(-4, Math.min(6, zoom + change));
      applyZoom();
      revealInChart(current);
    });
  });

  if (only) {
    only.checked = false;
    only.addEventListener("change", function () {
      bench.classList.toggle("only-relevant", only.checked);
      charts[0].scroller.hidden = only.checked;
      charts[1].scroller.hidden = !only.checked;
      applyZoom();
      if (!isShown(current)) {
        choose(target("next"));
      } else {
        revealInChart(current);
      }
    });
  }
  window.addEventListener("resize", applyZoom);

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
  // The address names a step, and the browser would scroll the page to an element of that name.
  items.forEach(function (item) {
    item.removeAttribute("id");
  });
  applyZoom();
  var wanted = fromAddress();
  choose(wanted === null ? last : wanted);
  if (wanted !== null) {
    document.querySelector(".trace").scrollIntoView();
  }
})();
