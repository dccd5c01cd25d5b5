export { KeptAlarms } from './kept-alarms.js';
export { PhoneAlarms } from './phone-alarms.js';
