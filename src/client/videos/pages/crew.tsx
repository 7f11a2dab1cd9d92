export { CrewApp as default } from '#crew/crew-app.tsx'
