/** Battery Status API, which TypeScript's DOM types don't contain, because only Chromium supports it. */
interface Battery {
  level: number
}

interface BatteryNavigator {
  getBattery?: () => Promise<Battery>
}

let battery: Battery | undefined

/** Battery charge in percent; null if the browser doesn't report it. */
export const batteryPercent = (): number | null => (battery ? Math.round(battery.level * 100) : null)

export async function watchBattery(): Promise<void> {
  battery = await (navigator as BatteryNavigator).getBattery?.()
}
