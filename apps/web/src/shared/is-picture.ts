/**
 * Whether the answer to an address of a picture is one. A network that first asks for a sign-in answers with 200 and a page of its
 * own, which would be kept for good, because an uploaded picture's address never changes.
 */
export function isPicture(answer: Response | undefined): boolean {
  return answer?.status === 200 && /^image\//i.test(answer.headers.get('content-type') ?? '');
}
