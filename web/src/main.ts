import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { startRouter } from "./route.svelte";

startRouter();
mount(App, { target: document.getElementById("app")! });

// After the page, so that loading all files does not slow the first visit down.
if (import.meta.env.PROD && "serviceWorker" in navigator)
    addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => {}));
