import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { SiteSettings } from '#model/sites/sites.ts'
import { FramePreview } from '#islands/console/FramePreview.tsx'

interface Props {
  settings: SiteSettings
  promoterId: string
  note: string
}

export function BrandingPreview({ settings, promoterId, note }: Props) {
  return (
    <FramePreview
      url={consoleUrls.sitePreview()}
      fields={{ settings: JSON.stringify(settings), promoter: promoterId }}
      title="Your storefront with this branding"
      tab={
        <>
          <img src={settings.faviconUrl || '/favicon.svg'} alt="" width={16} height={16} />
          <span dir="auto">{settings.siteName}</span>
        </>
      }
      note={note}
    />
  )
}
