/** Shows the number of unread notifications on the app's icon; at zero it closes the shown ones. */
export async function showUnread(unread: number): Promise<void> {
  if (unread > 0) return navigator.setAppBadge?.(unread)
  await navigator.clearAppBadge?.()
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
}
