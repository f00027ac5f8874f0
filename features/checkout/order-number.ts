/** An order's id as a buyer reads it out: its last, random digits in groups, 'A1B2 C3D4 E5F6'. */
export function orderNumber(order_id: string): string {
  return order_id
    .slice(-12)
    .toUpperCase()
    .replaceAll(/(.{4})(?=.)/g, '$1 ')
}
