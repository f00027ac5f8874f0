/** The HTML to copy into another web site: the frame, and a script that adapts it to the height of its page. */
export function snippetOf(site: string, path: string, title: string): string {
  return `<iframe src="${escapeAttribute(site + path)}" title="${escapeAttribute(title)}"
  width="100%" height="480" style="border:0" loading="lazy"></iframe>
<script>
  addEventListener('message', function (event) {
    if (event.origin !== '${site}' || !event.data || !event.data.league_page_height) return
    document.querySelectorAll('iframe').forEach(function (frame) {
      if (frame.contentWindow === event.source) frame.height = event.data.league_page_height
    })
  })
</script>`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
