import calendar from 'lucide-static/icons/calendar.svg?raw'
import door from 'lucide-static/icons/door-open.svg?raw'
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
import scanLine from 'lucide-static/icons/scan-line.svg?raw'
import scrollText from 'lucide-static/icons/scroll-text.svg?raw'
import triangleAlert from 'lucide-static/icons/triangle-alert.svg?raw'
import coins from 'lucide-static/icons/coins.svg?raw'
import ellipsis from 'lucide-static/icons/ellipsis.svg?raw'
import contact from 'lucide-static/icons/contact.svg?raw'
import settings from 'lucide-static/icons/settings.svg?raw'
import play from 'lucide-static/icons/play.svg?raw'
import x from 'lucide-static/icons/x.svg?raw'
import chevronLeft from 'lucide-static/icons/chevron-left.svg?raw'
import chevronRight from 'lucide-static/icons/chevron-right.svg?raw'
import activity from 'lucide-static/icons/activity.svg?raw'
import landmark from 'lucide-static/icons/landmark.svg?raw'
import shieldCheck from 'lucide-static/icons/shield-check.svg?raw'
import store from 'lucide-static/icons/store.svg?raw'
import wallet from 'lucide-static/icons/wallet.svg?raw'
import circleCheck from 'lucide-static/icons/circle-check.svg?raw'
import ban from 'lucide-static/icons/ban.svg?raw'
import printer from 'lucide-static/icons/printer.svg?raw'
import clock from 'lucide-static/icons/clock.svg?raw'
import gift from 'lucide-static/icons/gift.svg?raw'
import maximize from 'lucide-static/icons/maximize.svg?raw'

const inside = (svg: string): string =>
  svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>')).replaceAll(/\s+/g, ' ')

/** Lucide icons (ISC, see NOTICE). Their `<svg>` element is removed here, once instead of each time an icon is rendered. */
export const ICONS = {
  calendar: inside(calendar),
  'map-pin': inside(mapPin),
  info: inside(info),
  globe: inside(globe),
  share: inside(share),
  user: inside(user),
  users: inside(users),
  house: inside(house),
  door: inside(door),
  link: inside(link),
  wallet: inside(wallet),
  activity: inside(activity),
  landmark: inside(landmark),
  'shield-check': inside(shieldCheck),
  store: inside(store),
  receipt: inside(receipt),
  ticket: inside(ticket),
  'chart-line': inside(chartLine),
  percent: inside(percent),
  mail: inside(mail),
  code: inside(code),
  scale: inside(scale),
  'scan-line': inside(scanLine),
  'scroll-text': inside(scrollText),
  'triangle-alert': inside(triangleAlert),
  coins: inside(coins),
  ellipsis: inside(ellipsis),
  contact: inside(contact),
  settings: inside(settings),
  play: inside(play),
  x: inside(x),
  'chevron-left': inside(chevronLeft),
  'chevron-right': inside(chevronRight),
  gift: inside(gift),
  maximize: inside(maximize),
  clock: inside(clock),
  printer: inside(printer),
  ban: inside(ban),
  'circle-check': inside(circleCheck),
}

export type IconName = keyof typeof ICONS
