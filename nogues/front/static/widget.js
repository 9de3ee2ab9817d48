// The widget's transport: messages to and from the notebook's kernel.

import { mount } from "./view.js";

const GONE = "The kernel is gone. Run the cell again.";
const ANSWER = 20_000; // ms that an answer may take while nothing is compiled
const SIGN_OF_LIFE = 4000; // ms that it may take when the kernel was seen to go

function render({ model, el }) {
  const root = document.createElement("div");
  // Shortcuts of JupyterLab do not reach what is inside; D D, for one, deletes the
  // notebook cell.  A click anywhere in the widget keeps the keys here.
  root.setAttribute("data-lm-suppress-shortcuts", "true");
  root.tabIndex = -1;
  el.append(root);
  let watch = 0;
  const expect = (time) => {
    clearTimeout(watch);
    watch = setTimeout(() => view.status.lose(GONE), time);
  };
  const send = (message, time = ANSWER) => {
    expect(time);
    try {
      model.send(message);
    } catch {
      expect(0); // there is nobody to send it to
    }
  };
  const view = mount(root, send, { notebook: true });
  root.view = view;
  view.say("Waiting for the kernel.");
  const receive = (message) => {
    clearTimeout(watch);
    if (message.kind === "compiling" && message.text) expect(10 * ANSWER);
    view.status.lose("");
    view.receive(message);
  };
  // The notebook sets it when the kernel restarts or dies.
  const look = () => send({ do: "hello" }, SIGN_OF_LIFE);
  model.on("msg:custom", receive);
  model.on("comm_live_update", look);
  send({ do: "hello" });
  return () => {
    clearTimeout(watch);
    model.off("msg:custom", receive);
    model.off("comm_live_update", look);
    view.stop();
  };
}

export default { render };
