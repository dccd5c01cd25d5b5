export { ChangesPages } from './changes-pages.js';
