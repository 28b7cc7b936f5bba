/** Loaded into a Foyer process before its own code: messages of the test move its clock. */
const { now } = Date
let ahead = 0
Date.now = () => now() + ahead

process.on('message', (message: { ahead: number }) => {
  ahead = message.ahead
  process.send?.({ ahead })
})
