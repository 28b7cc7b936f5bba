import { useState } from 'react'
import type { TrackingLink } from '#contracts/portal/staff.ts'
import { urls } from '#contracts/platform/urls.ts'
import { Button } from '#ui/Button.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { canShare, copyLink, shareLink } from './share-link.ts'
import { Card } from '#ui/Card.tsx'

export function LinkSharing({ link }: { link: TrackingLink }) {
  const [isShown, show] = useState(false)
  return (
    <Card className="link-sharing">
      <p className="link-address" translate="no">
        {link.shortUrl.replace(/^https?:\/\//, '')}
      </p>
      {!link.isActive && (
        <p className="secondary-text">
          This link is off: it still opens its page, but visits aren’t counted.
        </p>
      )}
      <div className="form-actions">
        <Button onClick={() => void copyLink(link.shortUrl)}>Copy link</Button>
        {canShare() && (
          <Button variant="quiet" onClick={() => void shareLink({ name: link.name, url: link.shortUrl })}>
            Share
          </Button>
        )}
        <Button variant="quiet" onClick={() => show(true)}>
          Show QR code
        </Button>
      </div>
      <TitledDialog
        isOpen={isShown}
        onClose={() => show(false)}
        className="dialog qr-dialog"
        title="Scan to open"
      >
        {isShown && (
          <img
            className="qr-picture"
            src={urls.shortLinkPicture(link.code, 'svg')}
            width={400}
            height={400}
            alt={`QR code of ${link.shortUrl}`}
          />
        )}
        <p className="link-address" translate="no">
          {link.shortUrl.replace(/^https?:\/\//, '')}
        </p>
        <a href={urls.shortLinkPicture(link.code, 'png')} download={`${link.code}.png`}>
          Download image
        </a>
      </TitledDialog>
    </Card>
  )
}
