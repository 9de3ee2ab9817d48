// The widget's transport: messages of the notebook's kernel.

import { mount } from "./face.js";

function render({ model, el }) {
  const root = document.createElement("div");
  el.append(root);
  const face = mount(root, (message) => model.send(message));
  root.face = face;
  // JupyterLab has keys of its own, such as D D, which deletes the notebook's cell.
  for (const part of root.querySelectorAll(".field, button, select, input")) {
    part.setAttribute("data-lm-suppress-shortcuts", "true");
  }
  const hear = (message) => face.hear(message);
  model.on("msg:custom", hear);
  model.send({ do: "hello" });
  return () => {
    model.off("msg:custom", hear);
    face.stop();
  };
}

export default { render };
