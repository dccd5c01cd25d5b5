export { faultOfOffHours, OffHoursFields, sameOffHours } from './off-hours-fields.js';
export { ScreensSection } from './of-one-shop/screens-section.js';
