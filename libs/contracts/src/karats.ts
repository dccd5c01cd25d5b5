/**
 * The karats by which the trade names a fineness of gold, in parts in a thousand. Other finenesses are named by their number:
 * 999 and 583 too, because two rows of one board that both said 24K, or 14K, at two prices couldn't be told apart.
 */
export const karats: Readonly<Partial<Record<number, number>>> = {
  1_000: 24,
  958: 23,
  916: 22,
  875: 21,
  833: 20,
  750: 18,
  585: 14,
  375: 9,
};
