export type Signal = 'admitted' | 'attention' | 'refused'

/** Frequencies in Hz, played one after another: rising for an admission, low and repeated for a refusal. */
const TONES: Readonly<Record<Signal, readonly number[]>> = {
  admitted: [880, 1320],
  attention: [520, 520],
  refused: [220, 220, 220],
}

/** Durations of vibrations and pauses, alternating, in milliseconds. */
const PULSES: Readonly<Record<Signal, number[]>> = {
  admitted: [80],
  attention: [150, 80, 150],
  refused: [300, 100, 300],
}

const TONE_SECONDS = 0.12
const LOUDNESS = 0.4

let audio: AudioContext | undefined

/** Browsers play sound only after the first tap or key press. Until then this does nothing. */
export function playSignal(signal: Signal): void {
  if (!('AudioContext' in globalThis)) return
  audio ??= new AudioContext()
  void audio.resume().catch(() => undefined)
  for (const [index, frequency] of TONES[signal].entries()) playTone(audio, frequency, index)
}

function playTone(context: AudioContext, frequency: number, index: number): void {
  const tone = context.createOscillator()
  const volume = context.createGain()
  const from = context.currentTime + index * TONE_SECONDS * 1.3
  tone.type = 'square'
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(LOUDNESS, from)
  // A tone that stops abruptly makes a clicking sound.
  volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_SECONDS)
  tone.connect(volume).connect(context.destination)
  tone.start(from)
  tone.stop(from + TONE_SECONDS)
}

/** Vibrates the device. Works on Android phones, not on iPhones. */
export function vibrate(signal: Signal): void {
  if ('vibrate' in navigator) navigator.vibrate(PULSES[signal])
}
