import type { NumberInputProps } from '@mantine/core';

/** For a field whose digits are grouped as in India. A comma that is typed is a group's: Mantine would make it a decimal point. */
export const groupedDigits = {
  thousandSeparator: ',',
  thousandsGroupStyle: 'lakh',
  allowedDecimalSeparators: ['.'],
} satisfies Partial<NumberInputProps>;
