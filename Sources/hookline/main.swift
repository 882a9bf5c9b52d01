import App

