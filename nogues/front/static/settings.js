// What the player has set, kept by the browser.

import { element } from "./elements.js";

const SETTINGS_KEY = "nogues-settings";
const SETTINGS = { theme: "system", tenths: false, questions: false };
const THEMES = [["system", "System"], ["light", "Light"], ["dark", "Dark"]];

export class Settings {
  // `changed` is called when a setting changes, here or in another tab.
  constructor(changed, signal) {
    this.changed = changed;
    this.values = this.#read();
    addEventListener("storage", ({ key }) => {
      if (key !== SETTINGS_KEY) return;
      this.values = this.#read();
      changed();
    }, { signal });
  }

  #read() {
    const values = { ...SETTINGS };
    try {
      const kept = JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? "{}");
      for (const name of Object.keys(SETTINGS)) {
        if (typeof kept?.[name] === typeof SETTINGS[name]) values[name] = kept[name];
      }
    } catch {
      // No storage, or not ours: the defaults.
    }
    if (!THEMES.some(([name]) => name === values.theme)) values.theme = SETTINGS.theme;
    return values;
  }

  set(name, value) {
    this.values[name] = value;
    try {
      localStorage.setItem(SETTINGS_KEY, JSON.stringify(this.values));
    } catch {
      // It holds until the page is closed.
    }
    this.changed();
  }

  content() {
    const options = THEMES.map(([value, text]) => element("option", { value }, text));
    const theme = element("select", { name: "theme" }, ...options);
    theme.value = this.values.theme;
    theme.addEventListener("change", () => this.set("theme", theme.value));
    const tick = (name, text) => {
      const box = element("input", { type: "checkbox", name });
      box.checked = this.values[name];
      box.addEventListener("change", () => this.set(name, box.checked));
      return element("label", { class: "tick" }, box, element("span", {}, text));
    };
    return [
      element("label", {}, element("span", {}, "Colours"), theme),
      tick("tenths", "Show tenths of a second while a game runs"),
      tick("questions", "A second flag on a cell makes it a question mark"),
    ];
  }
}
