// The widget's transport: messages to and from the notebook's kernel.

import { mount } from "./view.js";

function render({ model, el }) {
  const root = document.createElement("div");
  el.append(root);
  const view = mount(root, (message) => model.send(message));
  root.view = view;
  // JupyterLab has its own shortcuts; D D, for one, deletes the notebook cell.
  for (const part of root.querySelectorAll(".field, button, select, input")) {
    part.setAttribute("data-lm-suppress-shortcuts", "true");
  }
  const receive = (message) => view.receive(message);
  model.on("msg:custom", receive);
  model.send({ do: "hello" });
  return () => {
    model.off("msg:custom", receive);
    view.stop();
  };
}

export default { render };
