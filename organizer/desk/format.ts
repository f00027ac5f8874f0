/** An instant of the desk, where the reader is: 'Wed, Jul 15, 4:05 PM'. */
export function sayMoment(instant: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(instant))
}
