/** Without a number the messaging app asks whom to write to (rule 10.4). */
export function chatLink(number: string | null | undefined, message: string): string {
  return `https://wa.me/${(number ?? '').replace(/\D/g, '')}?text=${encodeURIComponent(message)}`;
}
