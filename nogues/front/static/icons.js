// Small line drawings for buttons, 24 units wide.

const PATHS = {
  hint: "M9.5 18.5h5M10.5 21.5h3M12 2.8a6.2 6.2 0 0 0-3.7 11.2c.8.6 1.2 1.3 1.2 2.2h5c0-.9.4-1.6 1.2-2.2A6.2 6.2 0 0 0 12 2.8z",
  next: "M4.5 12.5l5 5L19.5 7",
  odds: "M6 18.5L18 5.5M7.2 9.2a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM16.8 18.8a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  count: "M9.5 4l-2 16M16.5 4l-2 16M4.5 9h16M3.5 15h16",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4",
  flag: "M7 21V3.5l11 4.5-11 4.5",
  smaller: "M5 12h14",
  larger: "M5 12h14M12 5v14",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.6 9.6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2.9-1.2 1.8M12 16.8v.1",
  more: "M5 12v.1M12 12v.1M19 12v.1",
  restart: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4h4",
  share: "M12 14.5V3.5M8 7.3l4-4 4 4M5 12.5v7h14v-7",
  statistics: "M5 20v-8M12 20V4M19 20v-5",
  settings: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5",
  watch: "M7.5 4.5v15l11.5-7.5z",
  full: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  close: "M6 6l12 12M18 6L6 18",
};

// The namespace of drawings.  The browser gives it, so that no address is in these files.
const SVG = new DOMParser().parseFromString("<svg></svg>", "text/html").querySelector("svg").namespaceURI;

export function icon(name) {
  const picture = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  picture.dataset.icon = name;
  path.setAttribute("d", PATHS[name]);
  picture.append(path);
  return picture;
}
