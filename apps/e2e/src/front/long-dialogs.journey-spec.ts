import { eachDialog } from './each-dialog.js';

eachDialog([360, 640], [1366, 625]);
