/** @first */
import { eachDialog } from './each-dialog.js';

// The least height: most has to be scrolled into view.
eachDialog([667, 330]);
