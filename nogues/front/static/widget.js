// The widget's transport: messages of the notebook's kernel.

import { mount } from "./face.js";

function render({ model, el }) {
  const root = document.createElement("div");
  root.setAttribute("data-lm-suppress-shortcuts", "true"); // X would cut the notebook's cell
  el.append(root);
  const face = mount(root, (message) => model.send(message));
  root.face = face;
  const hear = (message) => face.hear(message);
  model.on("msg:custom", hear);
  model.send({ do: "hello" });
  return () => {
    model.off("msg:custom", hear);
    face.stop();
  };
}

export default { render };
