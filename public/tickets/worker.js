// Service worker of pages of tickets that were passed on. It stores them as that of order pages does.
importScripts('/orders/worker.js')
