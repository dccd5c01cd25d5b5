/** Rulings 11: without a number the messaging app asks whom to write to. */
export function chatLink(number: string | null | undefined, message: string): string {
  return `https://wa.me/${(number ?? '').replace(/\D/g, '')}?text=${encodeURIComponent(message)}`;
}
