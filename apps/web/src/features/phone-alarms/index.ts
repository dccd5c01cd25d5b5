export { PhoneAlarms } from './phone-alarms.js';
export { useEndPhoneAlarms } from './use-end-phone-alarms.js';
export { usePhoneAlarms } from './use-phone-alarms.js';
