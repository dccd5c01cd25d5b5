export { PhoneAlarms } from './phone-alarms.js';
export { usePhoneAlarms } from './use-phone-alarms.js';
