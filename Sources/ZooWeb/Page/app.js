// Where the page begins: puts its parts together.

import { startCamera } from "./camera.js";
import * as detail from "./detail.js";
import { listen } from "./events.js";
import { startIntake } from "./intake.js";
import * as main from "./main.js";
import * as picker from "./picker.js";
import { focusHeading, start } from "./router.js";

start({ main: main.screen, picker: picker.screen, detail: detail.screen });
startIntake(picker.choose);
startCamera((photo) => picker.choose([photo]), focusHeading);
listen(main.refresh);
