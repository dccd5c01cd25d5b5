export { freePort, listens } from '../../../deploy/local/toolkit/ports.mjs';
