import calendar from 'lucide-static/icons/calendar.svg?raw'
import house from 'lucide-static/icons/house.svg?raw'
import link from 'lucide-static/icons/link.svg?raw'
import mapPin from 'lucide-static/icons/map-pin.svg?raw'
import info from 'lucide-static/icons/info.svg?raw'
import share from 'lucide-static/icons/share-2.svg?raw'
import globe from 'lucide-static/icons/globe.svg?raw'
import user from 'lucide-static/icons/user.svg?raw'
import users from 'lucide-static/icons/users.svg?raw'
import receipt from 'lucide-static/icons/receipt.svg?raw'
import ticket from 'lucide-static/icons/ticket.svg?raw'
import chartLine from 'lucide-static/icons/chart-line.svg?raw'
import percent from 'lucide-static/icons/percent.svg?raw'
import mail from 'lucide-static/icons/mail.svg?raw'
import code from 'lucide-static/icons/code.svg?raw'
import scale from 'lucide-static/icons/scale.svg?raw'
import scrollText from 'lucide-static/icons/scroll-text.svg?raw'
import coins from 'lucide-static/icons/coins.svg?raw'
import ellipsis from 'lucide-static/icons/ellipsis.svg?raw'
import contact from 'lucide-static/icons/contact.svg?raw'
import settings from 'lucide-static/icons/settings.svg?raw'
import play from 'lucide-static/icons/play.svg?raw'
import x from 'lucide-static/icons/x.svg?raw'
import chevronLeft from 'lucide-static/icons/chevron-left.svg?raw'
import chevronRight from 'lucide-static/icons/chevron-right.svg?raw'
import wallet from 'lucide-static/icons/wallet.svg?raw'

const inside = (svg: string): string =>
  svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>')).replaceAll(/\s+/g, ' ')

/** Lucide icons (ISC, see NOTICE) without the `<svg>` element, extracted once instead of for each use. */
export const ICONS = {
  calendar: inside(calendar),
  'map-pin': inside(mapPin),
  info: inside(info),
  globe: inside(globe),
  share: inside(share),
  user: inside(user),
  users: inside(users),
  house: inside(house),
  link: inside(link),
  wallet: inside(wallet),
  receipt: inside(receipt),
  ticket: inside(ticket),
  'chart-line': inside(chartLine),
  percent: inside(percent),
  mail: inside(mail),
  code: inside(code),
  scale: inside(scale),
  'scroll-text': inside(scrollText),
  coins: inside(coins),
  ellipsis: inside(ellipsis),
  contact: inside(contact),
  settings: inside(settings),
  play: inside(play),
  x: inside(x),
  'chevron-left': inside(chevronLeft),
  'chevron-right': inside(chevronRight),
}
