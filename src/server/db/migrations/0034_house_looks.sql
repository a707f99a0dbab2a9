ALTER TABLE "house_settings" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "house_settings" ADD COLUMN "logo_url" text;--> statement-breakpoint
ALTER TABLE "house_settings" ADD COLUMN "accent" text;--> statement-breakpoint
ALTER TABLE "house_settings" ADD COLUMN "looks_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "house_settings" ADD CONSTRAINT "house_settings_accent" CHECK ("house_settings"."accent" ~ '^#[0-9a-f]{6}$');