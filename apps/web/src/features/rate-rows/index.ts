export { LazyRateRowsEditor } from './lazy-rate-rows-editor.js';
